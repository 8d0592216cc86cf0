// Types only: makes react-admin's own theme entries (RaTextInput and so on) known to MUI.
import type {} from 'react-admin'
import type { ThemeOptions } from '@mui/material/styles'
import type { Brand } from '../brand.js'
import { autocomplete } from './autocomplete.js'
import { controls } from './controls.js'
import { lists } from './lists.js'
import { darkPalette, lightPalette } from './palette.js'
import { surfaces } from './surfaces.js'

export type { Tone, ToneName } from './palette.js'

const sans =
  '"Geist Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
/** Font stack for ids, paths and code. */
export const mono = '"Geist Mono Variable", ui-monospace, "SF Mono", Menlo, Consolas, monospace'

// react-admin reserves a blank line under every input by default.
const noReservedLine = { defaultProps: { helperText: false } }

// Options come with the text to show; a person's own text must not be treated as a message key.
const choice = {
  defaultProps: { helperText: false, margin: 'none', translateChoice: false },
} as const

// MUI renders the label of a group shrunk, as if it floated over a field. Our labels are above the field, at full size.
const groupOf = (name: string) => ({
  ...choice,
  styleOverrides: {
    root: {
      [`& .${name}-label`]: { transform: 'none', paddingBottom: 6, lineHeight: 1.4 },
      '& .MuiFormGroup-root': { columnGap: 20, rowGap: 4 },
      '& .MuiFormControlLabel-root': { marginRight: 0, gap: 4 },
    },
  },
})

const shared: ThemeOptions = {
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: sans,
    htmlFontSize: 16,
    fontSize: 14,
    h1: { fontSize: '1.5rem', fontWeight: 600, lineHeight: 1.25, letterSpacing: '-0.025em' },
    h2: { fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.4, letterSpacing: '-0.012em' },
    h3: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.4, letterSpacing: '-0.008em' },
    body1: { fontSize: '0.875rem', lineHeight: 1.5 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
    caption: { fontSize: '0.75rem', lineHeight: 1.4 },
    button: { textTransform: 'none', fontWeight: 500 },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        html: { scrollbarGutter: 'auto' },
        body: {
          fontFeatureSettings: '"tnum", "cv11"',
          WebkitFontSmoothing: 'antialiased',
          MozOsxFontSmoothing: 'grayscale',
        },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animation: 'none !important',
            transition: 'none !important',
          },
        },
      },
    },
    ...controls,
    ...surfaces,
    ...autocomplete,
    ...lists,
    RaTextInput: noReservedLine,
    RaNumberInput: noReservedLine,
    RaSelectInput: choice,
    RaBooleanInput: noReservedLine,
    RaCheckboxGroupInput: groupOf('RaCheckboxGroupInput'),
    RaRadioButtonGroupInput: groupOf('RaRadioButtonGroupInput'),
    RaAutocompleteInput: noReservedLine,
    RaPasswordInput: noReservedLine,
  },
}

/** The console's light theme. */
export const lightTheme: ThemeOptions = { ...shared, palette: lightPalette }
/** The console's dark theme. */
export const darkTheme: ThemeOptions = { ...shared, palette: darkPalette }

type Colors = NonNullable<Brand['colors']>

const withColors = (theme: ThemeOptions, look: Colors['light'] | undefined): ThemeOptions =>
  look
    ? {
        ...theme,
        palette: {
          ...theme.palette,
          brand: { main: look.primary, contrastText: look.onPrimary },
          accent: look.accent,
        },
      }
    : theme

/** Both themes in the colors of an organization, which show in primary buttons, links, and focus. */
export const themesOf = (colors: Brand['colors'] | undefined) => ({
  theme: withColors(lightTheme, colors?.light),
  darkTheme: withColors(darkTheme, colors?.dark),
})
