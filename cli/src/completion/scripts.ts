// Each script passes the typed words to `crossdock`. The answer is a line `words` or `files`, then one candidate
// per line with its description after a tab.

// Names come from other people: the script quotes inserted text like the typed word, and bash adds nothing.
// After a quote in the middle of a word, Tab would replace only the text behind it.
const bash = `_crossdock() {
  local kind line value word=\${COMP_WORDS[COMP_CWORD]}
  local quote= rest=\${word//\\\\?/}
  COMPREPLY=()
  case $word in
    \\'*) quote=\\' rest=\${word:1} ;;
    \\"*) quote=\\" rest=\${rest:1} ;;
  esac
  if [[ $rest == *[\${quote:-\\"\\'}]* ]]; then return; fi
  {
    read -r kind
    while IFS= read -r line; do
      value=\${line%%$'\\t'*} line=$value
      case $quote in
        \\') line=\${line//\\'/\\'\\\\\\'\\'} ;;
        \\")
          line=\${line//\\\\/\\\\\\\\}
          line=\${line//\\"/\\\\\\"}
          line=\${line//\\$/\\\\\\$}
          line=\${line//\\\`/\\\\\\\`}
          line=\${line//!/\\"\\\\!\\"}
          ;;
        *) printf -v line %q "$value" ;;
      esac
      COMPREPLY+=("$line")
    done
  } < <("$1" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ $kind == files ]]; then
    COMPREPLY=()
    compopt -o default
  elif [[ \${#COMPREPLY[@]} -eq 1 && $value == */ ]]; then
    compopt -o nospace
  fi
}
complete -F _crossdock crossdock
`

const zsh = `#compdef crossdock
_crossdock() {
  local -a lines whole open abouts openabouts
  local line value
  lines=("\${(@f)$("\${(Q)words[1]}" __complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $lines[1] == files ]]; then _files; return; fi
  for line in "\${(@)lines[2,-1]}"; do
    value=\${line%%$'\\t'*}
    [[ -z $value ]] && continue
    if [[ $value == */ ]]; then
      open+=("$value"); openabouts+=("\${line/$'\\t'/  -- }")
    else
      whole+=("$value"); abouts+=("\${line/$'\\t'/  -- }")
    fi
  done
  (( \${#whole} )) && compadd -M 'm:{a-z}={A-Z}' -l -d abouts -a whole
  (( \${#open} )) && compadd -M 'm:{a-z}={A-Z}' -l -S '' -d openabouts -a open
}
if [[ $funcstack[1] == _crossdock ]]; then _crossdock; else compdef _crossdock crossdock; fi
`

const fish = `function __crossdock_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines ($words[1] __complete -- $words[2..-1] 2>/dev/null)
    if test "$lines[1]" = files
        __fish_complete_path (commandline -ct)
    else if set -q lines[2]
        printf '%s\\n' $lines[2..-1]
    end
end
complete -c crossdock -f -a '(__crossdock_complete)'
`

export const SCRIPTS: Readonly<Record<string, string>> = { bash, zsh, fish }
