import type { SkipReason, Traits } from './types.js'

const windowsDevices = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i

/**
 * Returns why a side cannot have a name, with the invalid part; null for a valid name. An entry with an
 * invalid name is skipped, never renamed.
 */
export function nameProblem(
  name: string,
  path: string,
  traits: Traits
): { reason: SkipReason; detail: string } | null {
  if (name === '' || name === '.' || name === '..' || !name.isWellFormed())
    return { reason: 'forbidden_name', detail: name }
  // No side accepts a separator or a control character, because a displayed path must be unambiguous.
  const char = traits.names === 'windows' ? /[<>:"/\\|?*\p{Cc}]/u : /[/\\\p{Cc}]/u
  const found = char.exec(name)?.[0]
  if (found !== undefined) return { reason: 'forbidden_name', detail: JSON.stringify(found) }
  if (traits.names === 'windows') {
    if (/[. ]$/.test(name)) return { reason: 'forbidden_name', detail: JSON.stringify(name.at(-1)) }
    const stem = name.split('.')[0]!.trimEnd()
    if (windowsDevices.test(stem)) return { reason: 'forbidden_name', detail: stem }
  }
  if (Buffer.byteLength(name) > traits.maxNameBytes)
    return { reason: 'name_too_long', detail: String(traits.maxNameBytes) }
  if (Buffer.byteLength(path) > traits.maxPathBytes)
    return { reason: 'path_too_long', detail: String(traits.maxPathBytes) }
  return null
}

/** Compares the names of a contract. Names that are equal on one of the two sides count as one name. */
export interface NameKeys {
  /** Returns a key that is equal for names which differ only in their Unicode form, if a side ignores that form. */
  same: (name: string) => string
  /** Returns a key that is equal for names that cannot coexist in a folder on both sides. */
  slot: (name: string) => string
}

export function nameKeys(source: Traits, target: Traits): NameKeys {
  const isFormSensitive = source.isFormSensitive && target.isFormSensitive
  const isCaseSensitive = source.isCaseSensitive && target.isCaseSensitive
  const same = isFormSensitive ? (name: string) => name : (name: string) => name.normalize('NFC')
  return { same, slot: isCaseSensitive ? same : (name) => same(name).toLowerCase() }
}

/** Returns a free name: `report.pdf` becomes `report (2).pdf`, or has the next free number. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let number = 2
  while (isTaken(`${stem} (${number})${ending}`)) number++
  return `${stem} (${number})${ending}`
}

/** Returns a function whose keys are equal for names that cannot coexist in a folder of this side. */
export function slotOn({ isCaseSensitive, isFormSensitive }: Traits): (name: string) => string {
  const form = (name: string) => (isFormSensitive ? name : name.normalize('NFC'))
  return isCaseSensitive ? form : (name) => form(name).toLowerCase()
}
