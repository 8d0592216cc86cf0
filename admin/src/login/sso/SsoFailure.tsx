import Alert from '@mui/material/Alert'
import { useI18nProvider } from 'ra-core'
import german from './failures.de.js'
import english from './failures.js'

const sentences: Record<string, Record<string, string>> = { en: english, de: german }

interface SsoFailureProps {
  code: string
  /** An administrator is testing the provider. */
  isTrial?: boolean
}

/** Explains why a provider sign-in failed, by the code in the address. Shows nothing for an unknown code. */
export default function SsoFailure({ code, isTrial = false }: SsoFailureProps) {
  const said: Record<string, string> = sentences[useI18nProvider().getLocale()] ?? english
  const known = [...(isTrial ? [`trial_${code}`] : []), code, 'other']
  const sentence = said[known.find((one) => Object.hasOwn(said, one))!]
  return (
    <Alert severity="error" sx={{ mb: 2.5 }}>
      {sentence}
    </Alert>
  )
}
