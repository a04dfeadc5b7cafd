#!/bin/sh
# Puts the package where n8n looks for community packages, at each start: that folder lies in a volume, which hides
# what an image has there.
set -eu
mkdir -p "$HOME/.n8n/nodes"
cp -R /opt/media-generation/. "$HOME/.n8n/nodes/"
exec tini -- /docker-entrypoint.sh "$@"
