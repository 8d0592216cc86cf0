import { useTheme } from 'react-admin'

/** Whether it is dark, and the way to the other theme; the choice is kept in this browser. */
export function useThemeSwitch(): { dark: boolean; change: () => void } {
  const [mode, setMode] = useTheme()
  const dark = mode === 'dark'
  return { dark, change: () => setMode(dark ? 'light' : 'dark') }
}
