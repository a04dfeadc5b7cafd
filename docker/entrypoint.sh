#!/bin/sh
# Puts the package where n8n looks for community packages, at each start: that folder lies in a volume, which hides
# what an image has there.
set -eu
package="$HOME/.n8n/nodes/node_modules/n8n-nodes-media-generation"
rm -rf "$package"
mkdir -p "$package"
cp -R /opt/media-generation/. "$package/"
exec tini -- /docker-entrypoint.sh "$@"
