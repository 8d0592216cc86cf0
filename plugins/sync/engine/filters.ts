import type { Rules, SkipReason } from './types.js'

/** Why an entry does not belong to a contract; null if it belongs. `detail` is the responsible pattern or limit. */
export interface Hidden {
  reason: Extract<SkipReason, 'excluded' | 'file_type' | 'not_selected'>
  detail: string
}

export type Filter = (path: string, kind: 'file' | 'folder') => Hidden | null

export type FilterRules = Pick<Rules, 'fileTypes' | 'excludePatterns' | 'folders'>

/** Returns whether a name is that of a temporary file of Crossdock, which no side reports and no plan contains. */
export const isTemporary = (name: string) => /^\.crossdock-(tmp-|.*\.part$)/is.test(name)

/** Matches one item, or `any` number of them. */
type Token<T> = 'any' | ((item: T) => boolean)

/** Matches items with tokens. It backtracks only to the last `any`, so that no pattern is slow. */
function matches<T>(tokens: readonly Token<T>[], items: ArrayLike<T>): boolean {
  let [token, item, lastAny, resumed] = [0, 0, -1, 0]
  while (item < items.length) {
    const next = tokens[token]
    if (next === 'any') {
      lastAny = token++
      resumed = item
    } else if (next?.(items[item]!)) {
      token++
      item++
    } else if (lastAny >= 0) {
      token = lastAny + 1
      item = ++resumed
    } else return false
  }
  while (tokens[token] === 'any') token++
  return token === tokens.length
}

interface Pattern {
  text: string
  tokens: Token<string>[]
  isNegated: boolean
  isForFolders: boolean
}

/** Parses the part of a pattern between two slashes. */
function segment(text: string): Token<string> {
  const tokens: Token<string>[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    const end = char === '[' ? text.indexOf(']', at + 2) : -1
    if (char === '*') tokens.push('any')
    else if (char === '?') tokens.push(() => true)
    else if (end > 0) {
      tokens.push(setOf(text.slice(at + 1, end)))
      at = end
    } else {
      const meant = char === '\\' && at + 1 < text.length ? text[++at]! : char
      tokens.push((it) => it === meant)
    }
  }
  return (name) => matches(tokens, name)
}

/** Parses a set of characters, such as `a-z`; `!` or `^` at the beginning negates it. */
function setOf(text: string): (char: string) => boolean {
  const isNegated = /^[!^]/.test(text)
  const parts = (isNegated ? text.slice(1) : text).match(/.-.|./gsu) ?? []
  return (char) =>
    parts.some((part) =>
      part.length === 3 ? char >= part[0]! && char <= part[2]! : char === part
    ) !== isNegated
}

function patternOf(line: string): Pattern | null {
  const text = line.trim()
  if (text === '' || text.startsWith('#')) return null
  const isNegated = text.startsWith('!')
  const rule = isNegated ? text.slice(1) : text
  const parts = rule.replace(/^\/|\/+$/g, '').split('/')
  const isAnchored = rule.startsWith('/') || parts.length > 1
  const tokens: Token<string>[] = isAnchored ? [] : ['any']
  parts.forEach((part, at) => {
    if (part !== '**') return tokens.push(segment(part))
    // At the end, `**` matches the content of the folder, but not the folder.
    if (at === parts.length - 1) tokens.push(() => true)
    tokens.push('any')
  })
  return { text, tokens, isNegated, isForFolders: rule.endsWith('/') }
}

/**
 * Builds a predicate for entries that do not belong to a contract; returns null if the rules hide nothing. The
 * caller goes from the root downwards, because everything in a hidden folder is hidden, as in a .gitignore.
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
    const names = path.split('/')
    for (const pattern of patterns)
      if ((kind === 'folder' || !pattern.isForFolders) && matches(pattern.tokens, names))
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
