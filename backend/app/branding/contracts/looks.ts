import type { Look } from '@crossdock/backend/tenants'
import { refusedFields, text, type FieldError } from '@crossdock/kernel/ground'
import {
  contrast,
  contrastToPage,
  minContrast,
  nearestReadable,
  shownRatio,
  textColorOn,
  type Theme,
} from './colors.js'

/** The colors an organization has chosen, for the light theme. */
export interface Colors {
  primaryColor: string | null
  accentColor: string | null
}

/** Default color of buttons, as in the console. */
const ink = { light: '#18181b', dark: '#f4f4f5' } as const

/** Contrasts of a look: text on buttons, buttons to the page, and links to the page. */
export interface Ratios {
  text: number
  part: number
  link: number
}

/**
 * The colors for a theme. The light theme uses the chosen colors unchanged; the dark theme uses the nearest readable
 * ones. Without an accent color, the primary color is used for it.
 * @returns null when no color was chosen
 */
export function lookOf({ primaryColor, accentColor }: Colors, theme: Theme): Look | null {
  const chosen = accentColor ?? primaryColor
  if (!chosen) return null
  const primary = nearestReadable(primaryColor ?? ink[theme], theme, minContrast)
  const accent = nearestReadable(chosen, theme, minContrast)
  return { primary, onPrimary: textColorOn(primary), accent }
}

/** The colors for both themes; null when no color was chosen. */
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

/** A color that is unreadable on light pages, and the nearest readable one. */
export interface Unreadable {
  field: keyof Colors
  color: string
  ratio: number
  needed: number
  nearest: string
}

/** The chosen colors that are unreadable. */
export function unreadableOf({ primaryColor, accentColor }: Colors): Unreadable[] {
  return [...judge('primaryColor', primaryColor), ...judge('accentColor', accentColor)]
}

function judge(field: keyof Colors, color: string | null): Unreadable[] {
  if (!color) return []
  const ratio = contrastToPage(color, 'light')
  if (ratio >= minContrast) return []
  const nearest = nearestReadable(color, 'light', minContrast)
  return [{ field, color, ratio: shownRatio(ratio), needed: minContrast, nearest }]
}

/** @throws Problem 422 for colors that cannot be read on a light page */
export function assertReadable(colors: Colors): void {
  const [first, ...more] = unreadableOf(colors).map(refused)
  if (first) throw refusedFields([first, ...more])
}

const refused = ({ field, color, ratio, needed, nearest }: Unreadable): FieldError => ({
  field,
  rule: 'contrast',
  text: text(
    'The color {color} is too pale to be read on a light page: its contrast is {ratio}:1, and {needed}:1 is needed. The nearest color with enough contrast is {nearest}.',
    { color, ratio, needed, nearest }
  ),
})
