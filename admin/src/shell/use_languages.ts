import { unsaved, useAskFirst } from '@crossdock/admin/kit'
import { useLocales, useLocaleState } from 'ra-core'

/** Marks the button whose menu has the languages. */
export const languageButton = { 'data-languages': 'menu' }
/** Marks the field in which a language is chosen. */
export const languageField = { 'data-languages': 'field' }

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
      focusAgain()
      setLanguage(chosen)
    })
  }
  return { languages, language, choose }
}

/** What was used is another one in the other language: the focus goes to that. */
function focusAgain() {
  const isField = document.activeElement?.matches('[data-languages=field]')
  const used = `[data-languages=${isField ? 'field' : 'menu'}]`
  const button = () => document.querySelector<HTMLElement>(used)
  const before = button()
  const drawn = new MutationObserver(() => {
    if (before?.isConnected) return
    const now = button()
    if (!now) return
    drawn.disconnect()
    if (document.activeElement === document.body) now.focus({ preventScroll: true })
  })
  drawn.observe(document.body, { childList: true, subtree: true })
}
