import type { Look } from '@crossdock/backend/tenants'
import { contrast, contrastToPage, needed, readable, shownRatio, textOn } from './colors.js'
import type { Theme } from './colors.js'

/** The colours an organization has chosen, for the light theme. */
export interface Colors {
  primaryColor: string | null
  accentColor: string | null
}

/** Ratios of a look: of the text on buttons, of buttons to the page, and of links to it. */
export interface Ratios {
  text: number
  part: number
  link: number
}

/**
 * What is drawn in a theme. In the light one the chosen colours pass as they are; in the dark one the nearest are taken that can
 * be read there. Without an accent it is made of the primary colour.
 * @returns null where no primary colour was chosen
 */
export function lookOf({ primaryColor, accentColor }: Colors, theme: Theme): Look | null {
  if (!primaryColor) return null
  const primary = readable(primaryColor, theme, needed.part)
  const accent = readable(accentColor ?? primaryColor, theme, needed.text)
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
  const found = [judge('primaryColor', primaryColor, needed.part)]
  found.push(judge('accentColor', accentColor, needed.text))
  return found.flat()
}

function judge(field: keyof Colors, color: string | null, least: number): Unreadable[] {
  if (!color) return []
  const ratio = contrastToPage(color, 'light')
  if (ratio >= least) return []
  const nearest = readable(color, 'light', least)
  return [{ field, color, ratio: shownRatio(ratio), needed: least, nearest }]
}
