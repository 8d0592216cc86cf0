import type { ConsoleCommand, LucideIcon } from '@crossdock/admin/kit'

/** A line of the palette. */
export interface PaletteItem {
  /** Unique among all lines: `<kind>:<id>`. */
  key: string
  /** Its group heading. */
  group: string
  label: string
  detail?: string
  icon: LucideIcon
  /** The shortcut with the same effect. */
  keys?: string
  to?: string
  command?: ConsoleCommand
}

/** Whether every word of the query occurs in one of the texts. */
export function matchesQuery(query: string, ...texts: (string | undefined)[]): boolean {
  const text = texts.join(' ').toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
