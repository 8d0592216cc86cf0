import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { page, Section, useAskFirst } from '@crossdock/admin/kit'
import { useRemoveFromStore, useStore, useTranslate } from 'ra-core'
import { languageField, useLanguages } from '../../../shell/use_languages.js'
import { TimeZoneInput } from './TimeZoneInput.js'

/** As the browser has it. */
const own = ''

function ofBrowser(languages: readonly { locale: string }[]): string {
  const wanted = navigator.languages.flatMap((tag) => [tag, tag.split('-')[0]!])
  return wanted.find((tag) => languages.some(({ locale }) => locale === tag)) ?? 'en'
}

/** In which language the console is, and in whose time. */
export function LanguageSection() {
  const translate = useTranslate()
  const text = (key: string) => translate(`settings.language.${key}`)
  const { languages, language, choose } = useLanguages()
  const [stored = own, keep] = useStore<string>('locale', own)
  const forget = useRemoveFromStore('locale')
  const askFirst = useAskFirst()
  const change = (chosen: string) => {
    // Kept for good, although it is shown in it already.
    if (chosen === language) return keep(chosen)
    if (chosen !== own) return choose(chosen)
    askFirst(() => {
      forget()
      // The browser's is found as the console begins.
      if (ofBrowser(languages) !== language) page.reload()
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
          <option value={own}>{text('ofBrowserOnly')}</option>
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
