import { useTheme } from 'react-admin'

/** Whether the theme is dark, and a function that switches it. The choice is kept in this browser. */
export function useThemeSwitch(): { dark: boolean; change: () => void } {
  const [mode, setMode] = useTheme()
  const dark = mode === 'dark'
  return { dark, change: () => setMode(dark ? 'light' : 'dark') }
}
