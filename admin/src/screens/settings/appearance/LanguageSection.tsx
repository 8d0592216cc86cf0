import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { page, Section, useAskFirst } from '@crossdock/admin/kit'
import { useRemoveFromStore, useStore, useTranslate } from 'ra-core'
import { languageField, useLanguages } from '../../../i18n/use_languages.js'
import { TimeZoneInput } from './TimeZoneInput.js'

/** The browser's language. */
const browserLanguage = ''

function browserLanguageIn(languages: readonly { locale: string }[]): string {
  const wanted = navigator.languages.flatMap((tag) => [tag, tag.split('-')[0]!])
  return wanted.find((tag) => languages.some(({ locale }) => locale === tag)) ?? 'en'
}

/** The language and the time zone of the console. */
export function LanguageSection() {
  const translate = useTranslate()
  const text = (key: string) => translate(`settings.language.${key}`)
  const { languages, language, choose } = useLanguages()
  const [stored = browserLanguage, keep] = useStore<string>('locale', browserLanguage)
  const forget = useRemoveFromStore('locale')
  const askFirst = useAskFirst()
  const change = (chosen: string) => {
    // Store the choice, even if the console already uses the language.
    if (chosen === language) return keep(chosen)
    if (chosen !== browserLanguage) return choose(chosen)
    askFirst(() => {
      forget()
      // The browser's language is detected only at startup.
      if (browserLanguageIn(languages) !== language) page.reload()
    })
  }
  return (
    <Section title={text('title')} description={text('text')}>
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 420 }}>
        <TextField
          select
          label={text('language')}
          value={stored}
          onChange={({ target }) => change(target.value)}
          slotProps={{ select: { native: true }, htmlInput: languageField }}
        >
          <option value={browserLanguage}>{text('ofBrowserOnly')}</option>
          {languages.map(({ locale, name }) => (
            <option key={locale} value={locale} lang={locale}>
              {name}
            </option>
          ))}
        </TextField>
        <TimeZoneInput />
      </Box>
    </Section>
  )
}
