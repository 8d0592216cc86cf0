/**
 * Readable colors by WCAG 2.2: the contrast of two colors is (L1 + 0.05) / (L2 + 0.05), of the lighter one to the
 * darker one, where L is the relative luminance (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio,
 * #dfn-relative-luminance).
 */

/**
 * Minimum contrast for text (success criterion 1.4.3). Buttons need only 3 (1.4.11), but their color is also used for
 * text.
 */
export const minContrast = 4.5

/** Page and card backgrounds of the console's themes (admin/src/kit/theme/palette.ts). */
export const pages = { light: ['#fafafa', '#ffffff'], dark: ['#0a0a0b', '#111113'] } as const

export type Theme = keyof typeof pages

type Channels = [red: number, green: number, blue: number]

const channelsOf = (color: string): Channels => [
  Number.parseInt(color.slice(1, 3), 16),
  Number.parseInt(color.slice(3, 5), 16),
  Number.parseInt(color.slice(5, 7), 16),
]

const hex = (channels: Channels): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns 1 to 21. Both colors are `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  return (lighter + 0.05) / (darker + 0.05)
}

/** The lowest contrast of a color to the backgrounds of a theme. */
export const contrastToPage = (color: string, theme: Theme): number =>
  Math.min(...pages[theme].map((page) => contrast(color, page)))

/** White or black: one of them has a contrast of at least 4.58 to any color. */
export const textColorOn = (color: string): string =>
  contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000'

const steps = 256

/**
 * The nearest color with enough contrast to the page: mixed with black in the light theme, with white in the dark one.
 */
export function nearestReadable(color: string, theme: Theme, ratio: number): string {
  const towards = theme === 'light' ? 0 : 255
  for (let step = 0; step <= steps; step++) {
    const share = step / steps
    const mixed = channelsOf(color).map((one) => one + (towards - one) * share) as Channels
    const found = hex(mixed)
    if (contrastToPage(found, theme) >= ratio) return found
  }
  return hex([towards, towards, towards])
}

/** Rounded down, because 4.499 is below 4.5. */
export const shownRatio = (ratio: number): number => Math.floor(ratio * 100) / 100
