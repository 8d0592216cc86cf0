import type { Look } from '@crossdock/backend/tenants'
import { refusedFields, text, type FieldError } from '@crossdock/kernel/http'
import { contrast, contrastToPage, needed, readable, shownRatio, textOn } from './colors.js'
import type { Theme } from './colors.js'

/** The colours an organization has chosen, for the light theme. */
export interface Colors {
  primaryColor: string | null
  accentColor: string | null
}

/** Of buttons where nothing was chosen for them: the console's own. */
const ink = { light: '#18181b', dark: '#f4f4f5' } as const

/** Ratios of a look: of the text on buttons, of buttons to the page, and of links to it. */
export interface Ratios {
  text: number
  part: number
  link: number
}

/**
 * What is drawn in a theme. In the light one the chosen colours pass as they are; in the dark one the nearest are taken that can
 * be read there. Without an accent it is made of the primary colour.
 * @returns null where none was chosen
 */
export function lookOf({ primaryColor, accentColor }: Colors, theme: Theme): Look | null {
  const chosen = accentColor ?? primaryColor
  if (!chosen) return null
  const primary = readable(primaryColor ?? ink[theme], theme, needed)
  const accent = readable(chosen, theme, needed)
  return { primary, onPrimary: textOn(primary), accent }
}

/** Both themes. */
export function colorsOf(colors: Colors): { light: Look; dark: Look } | null {
  const [light, dark] = [lookOf(colors, 'light'), lookOf(colors, 'dark')]
  return light && dark && { light, dark }
}

export function ratiosOf({ primary, onPrimary, accent }: Look, theme: Theme): Ratios {
  return {
    text: shownRatio(contrast(primary, onPrimary)),
    part: shownRatio(contrastToPage(primary, theme)),
    link: shownRatio(contrastToPage(accent, theme)),
  }
}

/** A colour that cannot be read on light pages, and the nearest that can. */
export interface Unreadable {
  field: keyof Colors
  color: string
  ratio: number
  needed: number
  nearest: string
}

/** Which of the chosen colours nobody could read. */
export function unreadableOf({ primaryColor, accentColor }: Colors): Unreadable[] {
  return [...judge('primaryColor', primaryColor), ...judge('accentColor', accentColor)]
}

function judge(field: keyof Colors, color: string | null): Unreadable[] {
  if (!color) return []
  const ratio = contrastToPage(color, 'light')
  if (ratio >= needed) return []
  const nearest = readable(color, 'light', needed)
  return [{ field, color, ratio: shownRatio(ratio), needed, nearest }]
}

/** @throws Problem 422 for colors that cannot be read on a light page */
export function assertReadable(colors: Colors): void {
  const [first, ...more] = unreadableOf(colors).map(refused)
  if (first) throw refusedFields([first, ...more])
}

const refused = ({ field, color, ratio, needed, nearest }: Unreadable): FieldError => ({
  ...{ field, rule: 'contrast' },
  text: text(
    'The color {color} is too pale to be read on a light page: its contrast is {ratio}:1, and {needed}:1 is needed. The nearest color with enough contrast is {nearest}.',
    { color, ratio, needed, nearest }
  ),
})
