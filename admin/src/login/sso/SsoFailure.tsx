import Alert from '@mui/material/Alert'
import { useLocale } from 'ra-core'
import german from './failures.de.js'
import english from './failures.js'

const sentences: Record<string, Record<string, string>> = { en: english, de: german }

/** Why the way by a provider came to nothing. The address has only a code, and what is no code of ours says nothing. */
export default function SsoFailure({ code }: { code: string }) {
  const said: Record<string, string> = sentences[useLocale()] ?? english
  const sentence = Object.hasOwn(said, code) ? said[code] : said.other
  return (
    <Alert severity="error" sx={{ mb: 2.5 }}>
      {sentence}
    </Alert>
  )
}
