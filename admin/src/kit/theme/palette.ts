import type { PaletteOptions } from '@mui/material/styles'

/** Colors that show one meaning in badges, meters, and icons. */
export interface Tone {
  fg: string
  bg: string
  bar: string
}
export type ToneName = 'neutral' | 'success' | 'warning' | 'danger' | 'info'

declare module '@mui/material/styles' {
  interface Palette {
    tones: Record<ToneName, Tone>
    surface: { rail: string; hover: string; selected: string; inset: string; border: string }
    accent: string
    /** The organization's color: contained buttons only. Everything else keeps `primary`. */
    brand?: { main: string; contrastText: string }
    /** Bars without a state. */
    chart: string
  }
  interface PaletteOptions {
    tones?: Record<ToneName, Tone>
    surface?: { rail: string; hover: string; selected: string; inset: string; border: string }
    accent?: string
    brand?: { main: string; contrastText: string }
    chart?: string
  }
}

export const lightPalette: PaletteOptions = {
  mode: 'light',
  primary: { main: '#18181b', dark: '#2b2b30', light: '#3f3f46', contrastText: '#fafafa' },
  secondary: { main: '#52525b', contrastText: '#ffffff' },
  error: { main: '#b91c1c', dark: '#991b1b', contrastText: '#ffffff' },
  warning: { main: '#a15c07', contrastText: '#ffffff' },
  success: { main: '#15803d', contrastText: '#ffffff' },
  info: { main: '#2a55d4', contrastText: '#ffffff' },
  background: { default: '#fafafa', paper: '#ffffff' },
  text: { primary: '#111113', secondary: '#5b5b64', disabled: '#a1a1aa' },
  divider: '#e7e7ea',
  action: { hover: 'rgba(17,17,19,.045)', selected: 'rgba(17,17,19,.07)' },
  accent: '#2a55d4',
  chart: '#b9b9c1',
  surface: {
    rail: '#fafafa',
    hover: '#f1f1f3',
    selected: '#eaeaed',
    inset: '#f6f6f7',
    border: '#d9d9de',
  },
  tones: {
    neutral: { fg: '#52525b', bg: '#f1f1f3', bar: '#71717a' },
    success: { fg: '#136b3a', bg: '#e5f4eb', bar: '#178a50' },
    warning: { fg: '#874608', bg: '#fbf0df', bar: '#d08214' },
    danger: { fg: '#b3231c', bg: '#fdebeb', bar: '#d22f38' },
    info: { fg: '#2246c2', bg: '#e9eefd', bar: '#2a55d4' },
  },
}

export const darkPalette: PaletteOptions = {
  mode: 'dark',
  primary: { main: '#f4f4f5', dark: '#d9d9dc', light: '#ffffff', contrastText: '#111113' },
  secondary: { main: '#a1a1aa', contrastText: '#111113' },
  error: { main: '#f87171', dark: '#ef4444', contrastText: '#1a0808' },
  warning: { main: '#f5b454', contrastText: '#1c1204' },
  success: { main: '#3ecf8e', contrastText: '#04140c' },
  info: { main: '#8aa6ff', contrastText: '#080d1f' },
  background: { default: '#0a0a0b', paper: '#111113' },
  text: { primary: '#ededef', secondary: '#a0a0ab', disabled: '#5c5c66' },
  divider: '#232327',
  action: { hover: 'rgba(255,255,255,.06)', selected: 'rgba(255,255,255,.09)' },
  accent: '#8aa6ff',
  chart: '#5a5a64',
  surface: {
    rail: '#0a0a0b',
    hover: '#18181b',
    selected: '#202024',
    inset: '#17171a',
    border: '#313138',
  },
  tones: {
    neutral: { fg: '#a6a6b0', bg: '#1f1f23', bar: '#83838f' },
    success: { fg: '#4cd99a', bg: '#0e2a1c', bar: '#34c07f' },
    warning: { fg: '#f5b454', bg: '#2f2110', bar: '#e39b34' },
    danger: { fg: '#ff8b8b', bg: '#351617', bar: '#f0525a' },
    info: { fg: '#9ab2ff', bg: '#17203f', bar: '#7f9dff' },
  },
}
