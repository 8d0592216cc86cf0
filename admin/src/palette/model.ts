import type { ConsoleCommand, LucideIcon } from '@crossdock/admin/kit'

/** A line of the palette. */
export interface PaletteItem {
  /** Unique among all lines: `<kind>:<id>`. */
  key: string
  /** Heading it stands under. */
  group: string
  label: string
  detail?: string
  icon: LucideIcon
  /** Keys that do the same. */
  keys?: string
  to?: string
  command?: ConsoleCommand
}

/** Every word stands somewhere in one of the texts. */
export function matches(query: string, ...texts: (string | undefined)[]): boolean {
  const text = texts.join(' ').toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
