import { useI18nProvider } from 'ra-core'
import { use } from 'react'
import type { ScreensI18nProvider } from '../../i18n/provider.js'

/** Waits for the texts of the screens. Components outside routes must request them themselves. */
export function useTexts(): void {
  const { screenTexts } = useI18nProvider() as ScreensI18nProvider
  use(screenTexts())
}
