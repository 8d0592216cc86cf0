import { unsaved, useAskFirst } from '@crossdock/admin/kit'
import { useLocales, useLocaleState } from 'ra-core'

/** Attribute of the button whose menu contains the languages. */
export const languageButton = { 'data-languages': 'menu' }
/** Attribute of the field in which a language is chosen. */
export const languageField = { 'data-languages': 'field' }

/**
 * The languages of the console, and a function that chooses one. The choice is a stored preference.
 * Everything renders again, so it asks first when input would be lost.
 */
export function useLanguages() {
  const languages = useLocales()
  const [language, setLanguage] = useLocaleState()
  const askFirst = useAskFirst()
  const choose = (chosen: string) => {
    if (chosen === language) return
    askFirst(() => {
      unsaved.discard()
      focusNewElement()
      setLanguage(chosen)
    })
  }
  return { languages, language, choose }
}

/** Moves the focus to the new element, because a change of the language replaces the one that had the focus. */
function focusNewElement() {
  const isField = document.activeElement?.matches('[data-languages=field]')
  const used = `[data-languages=${isField ? 'field' : 'menu'}]`
  const button = () => document.querySelector<HTMLElement>(used)
  const before = button()
  const observer = new MutationObserver(() => {
    if (before?.isConnected) return
    const now = button()
    if (!now) return
    observer.disconnect()
    if (document.activeElement === document.body) now.focus({ preventScroll: true })
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
