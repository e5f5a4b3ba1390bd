#!/usr/bin/env bash
# Every relative link of every page leads somewhere.
#
#   links.sh REPOSITORY
set -euo pipefail
cd "$1"
bad=0 seen=0
while IFS=: read -r page link; do
  link=${link#](}
  link=${link%%[)#]*}
  case $link in '' | http*) continue ;; esac
  seen=$((seen + 1))
  if [ ! -e "$(dirname "$page")/$link" ]; then
    echo "$page links to $link, which is not there"
    bad=1
  fi
done < <(grep -oHE '\]\([^)]+\)' README.md docs/*.md docs/*/*.md)
if [ "$seen" = 0 ]; then echo "no link was seen"; bad=1; fi
exit "$bad"
