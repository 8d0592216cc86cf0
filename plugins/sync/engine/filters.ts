import type { Rules, SkipReason } from './types.js'

/** Why an entry is outside a contract, or null. `detail` is the pattern or the limit that says so. */
export interface Hidden {
  reason: Extract<SkipReason, 'excluded' | 'file_type' | 'not_selected'>
  detail: string
}

export type Filter = (path: string, kind: 'file' | 'folder') => Hidden | null

export type FilterRules = Pick<Rules, 'fileTypes' | 'excludePatterns' | 'folders'>

/** Files of ours that exist for a moment; no side ever reports or plans them. */
export const isTemporary = (name: string) => name.startsWith('.crossdock-tmp-')

interface Pattern {
  text: string
  expression: RegExp
  isNegated: boolean
  isForFolders: boolean
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** The part of a pattern between slashes. Stars are bounded by the segment, so no expression runs away. */
function segment(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === '*') {
      while (text[at + 1] === '*') at++
      out += '[^/]*'
    } else if (char === '?') out += '[^/]'
    else if (char === '\\' && at + 1 < text.length) out += literal(text[++at]!)
    else if (char === '[' && text.indexOf(']', at + 2) > 0) {
      const end = text.indexOf(']', at + 2)
      const set = text.slice(at + 1, end).replace(/[\\[\]^/]/g, String.raw`\$&`)
      out += `[${set.replace(/^(!|\\\^)/, '^/')}]`
      at = end
    } else out += literal(char)
  }
  return out
}

function patternOf(line: string): Pattern | null {
  let text = line.trim()
  if (text === '' || text.startsWith('#')) return null
  const isNegated = text.startsWith('!')
  if (isNegated) text = text.slice(1)
  const isForFolders = text.endsWith('/')
  const parts = text.replace(/\/+$/, '').replace(/^\//, '').split('/')
  const isAnchored = text.startsWith('/') || parts.length > 1
  let source = isAnchored ? '^' : '^(?:.*/)?'
  parts.forEach((part, at) => {
    const isLast = at === parts.length - 1
    if (part === '**') source += isLast ? '.+' : '(?:.*/)?'
    else source += segment(part) + (isLast ? '' : '/')
  })
  try {
    return { text: line.trim(), expression: new RegExp(`${source}$`, 's'), isNegated, isForFolders }
  } catch {
    // An odd set such as `[z-a]` matches nothing, as in git.
    return null
  }
}

/**
 * Makes the question "is this entry outside the contract?" of rules, or null where they hide nothing. Whoever asks goes
 * from the root downwards: all that lies in a hidden folder is hidden, as in a .gitignore.
 */
export function filterOf(rules: FilterRules): Filter | null {
  const patterns = rules.excludePatterns.map(patternOf).filter((pattern) => pattern !== null)
  const types = new Set(rules.fileTypes.map((type) => type.toLowerCase().replace(/^\./, '')))
  const folders = rules.folders.map((folder) => folder.replace(/^\/+|\/+$/g, '')).filter(Boolean)
  if (patterns.length === 0 && types.size === 0 && folders.length === 0) return null

  return (path, kind) => {
    const isSelected =
      folders.length === 0 ||
      folders.some(
        (folder) =>
          path.startsWith(`${folder}/`) ||
          (kind === 'folder' && (path === folder || folder.startsWith(`${path}/`)))
      )
    if (!isSelected) return { reason: 'not_selected', detail: folders.slice(0, 5).join(', ') }
    let last: Pattern | null = null
    for (const pattern of patterns)
      if ((kind === 'folder' || !pattern.isForFolders) && pattern.expression.test(path))
        last = pattern
    if (last && !last.isNegated) return { reason: 'excluded', detail: last.text }
    if (types.size > 0 && kind === 'file') {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const dot = name.lastIndexOf('.')
      if (dot <= 0 || !types.has(name.slice(dot + 1).toLowerCase()))
        return { reason: 'file_type', detail: [...types].slice(0, 20).join(', ') }
    }
    return null
  }
}
