import type { SkipReason, Traits } from './types.js'

const windowsDevices = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i

/** Why a side cannot hold a name, with what is wrong about it, or null. Such a name is skipped, never changed. */
export function nameProblem(
  name: string,
  path: string,
  traits: Traits
): { reason: SkipReason; detail: string } | null {
  if (name === '' || name === '.' || name === '..' || !name.isWellFormed())
    return { reason: 'forbidden_name', detail: name }
  // No side takes a separator or a control character: a path that is shown must say where it leads.
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

/** How names of a contract are compared: names that are equal on one of the two sides are one name. */
export interface NameKeys {
  /** Equal for names that differ in nothing but the Unicode form, where a side does not care for it. */
  same: (name: string) => string
  /** Equal for names that cannot lie in one folder of both sides. */
  slot: (name: string) => string
}

export function nameKeys(source: Traits, target: Traits): NameKeys {
  const isFormSensitive = source.isFormSensitive && target.isFormSensitive
  const isCaseSensitive = source.isCaseSensitive && target.isCaseSensitive
  const same = isFormSensitive ? (name: string) => name : (name: string) => name.normalize('NFC')
  return { same, slot: isCaseSensitive ? same : (name) => same(name).toLowerCase() }
}

/** `report.pdf` becomes `report (2).pdf`, or the next number that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let number = 2
  while (isTaken(`${stem} (${number})${ending}`)) number++
  return `${stem} (${number})${ending}`
}

/** Equal for names that cannot lie in one folder of this side. */
export function slotOn({ isCaseSensitive, isFormSensitive }: Traits): (name: string) => string {
  const form = (name: string) => (isFormSensitive ? name : name.normalize('NFC'))
  return isCaseSensitive ? form : (name) => form(name).toLowerCase()
}
