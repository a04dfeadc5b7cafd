#!/bin/sh
# Puts the package where n8n looks for community packages, at each start: that folder lies in a volume, which hides
# what an image has there. n8n then leaves its packages alone, so that no published version replaces this one.
set -eu
package="$HOME/.n8n/nodes/node_modules/n8n-nodes-media-generation"
rm -rf "$package"
mkdir -p "$package"
cp -R /opt/media-generation/. "$package/"
export N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV=false N8N_REINSTALL_MISSING_PACKAGES=false
exec tini -- /docker-entrypoint.sh "$@"
