import Alert from '@mui/material/Alert'
import { useLocale } from 'ra-core'
import german from './failures.de.js'
import english from './failures.js'

const sentences: Record<string, Record<string, string>> = { en: english, de: german }

interface SsoFailureProps {
  code: string
  /** An administrator is testing the provider. */
  isTrial?: boolean
}

/** Why the way by a provider came to nothing. The address has only a code, and what is no code of ours says nothing. */
export default function SsoFailure({ code, isTrial = false }: SsoFailureProps) {
  const said: Record<string, string> = sentences[useLocale()] ?? english
  const known = [...(isTrial ? [`trial_${code}`] : []), code, 'other']
  const sentence = said[known.find((one) => Object.hasOwn(said, one))!]
  return (
    <Alert severity="error" sx={{ mb: 2.5 }}>
      {sentence}
    </Alert>
  )
}
