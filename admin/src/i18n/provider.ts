import { setLanguage } from '@crossdock/admin/kit'
import type { I18nProvider } from 'ra-core'
import { loadCatalog, type PluginTexts } from './catalog.js'
import { hostMessages } from './host.js'
import { isolateNames } from './isolated.js'
import { languagesOf, nameOf } from './languages.js'
import { translator } from './translator.js'

/** An i18n provider that loads the texts of screens on demand. */
export interface ScreensI18nProvider extends I18nProvider {
  /** Loads the texts of all screens once; returns the same promise until the language changes. */
  screenTexts(): Promise<void>
}

/** React-admin's provider of texts. It holds one language at a time and loads another one when it is chosen. */
export async function createI18nProvider(
  plugins: PluginTexts,
  language: string
): Promise<ScreensI18nProvider> {
  let ofScreens: Promise<void> | undefined
  let current = language
  let translate: ReturnType<typeof translator>
  async function applyLanguage(locale: string) {
    const screens = ofScreens ? plugins.screenMessages : []
    const texts = await loadCatalog([hostMessages, ...plugins.messages, ...screens], locale)
    current = locale
    translate = translator(texts, locale)
    // Calls to the server send this language, too.
    document.documentElement.lang = locale
    setLanguage(locale, translate('kit.justNow'))
  }
  await applyLanguage(language)
  const locales = languagesOf(plugins).map((locale) => ({
    locale,
    // The first lookup of a language name is slow in browsers, and few people need it.
    get name() {
      return nameOf(locale)
    },
  }))
  return {
    translate: (key: string, values?: Record<string, unknown>) =>
      translate(key, isolateNames(values)),
    async changeLocale(locale) {
      if (locales.some((known) => known.locale === locale)) await applyLanguage(locale)
    },
    getLocale: () => current,
    getLocales: () => locales,
    screenTexts: () =>
      (ofScreens ??= loadCatalog(plugins.screenMessages, current).then(
        // The texts are loaded, so `applyLanguage` cannot overwrite a language that was chosen in the meantime.
        () => applyLanguage(current),
        (error: unknown) => {
          ofScreens = undefined
          throw error
        }
      )),
  }
}
