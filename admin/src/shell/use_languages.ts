import { unsaved, useAskFirst } from '@crossdock/admin/kit'
import { useLocales, useLocaleState } from 'ra-core'

/**
 * The languages of the console, and a function that chooses one. It is kept among the preferences.
 * Everything is drawn anew in it, so it asks first when something would be lost.
 */
export function useLanguages() {
  const languages = useLocales()
  const [language, setLanguage] = useLocaleState()
  const askFirst = useAskFirst()
  const choose = (chosen: string) => {
    if (chosen === language) return
    askFirst(() => {
      unsaved.discard()
      setLanguage(chosen)
    })
  }
  return { languages, language, choose }
}
