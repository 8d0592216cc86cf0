import { useI18nProvider } from 'ra-core'
import { use, type ReactNode } from 'react'
import type { ScreensI18nProvider } from '../../i18n/provider.js'

/** Waits for the texts of the screens, because the dashboard itself does not load them. */
export function StartTexts({ children }: { children: ReactNode }) {
  const { screenTexts } = useI18nProvider() as ScreensI18nProvider
  use(screenTexts())
  return children
}
