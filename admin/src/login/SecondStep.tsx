import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { errorText, Icon } from '@crossdock/admin/kit'
import { KeyRound } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState, type FormEvent } from 'react'
import { browser, isPromptClosed } from '../data/passkeys.js'
import type { SecondFactorEndpoint } from '../data/second_step.js'
import { Field } from './Field.js'
import { useSending } from './use_sending.js'

interface SecondStepProps<T> {
  /** Where the second factor is sent: to a pending sign-in, or to a session. */
  endpoint: SecondFactorEndpoint<T>
  onDone: (answer: T) => void
}

/** Asks for a second factor: a passkey, or a recovery code. */
export function SecondStep<T>({ endpoint, onDone }: SecondStepProps<T>) {
  const translate = useTranslate()
  const text = (key: string) => translate(`login.step.${key}`)
  const [code, setCode] = useState('')
  const passkey = useSending(endpoint.byPasskey, { onSuccess: onDone })
  const recovery = useSending(() => endpoint.byCode(code), { onSuccess: onDone })
  const isBusy = passkey.isPending || recovery.isPending
  const error = recovery.error ?? (isPromptClosed(passkey.error) ? null : passkey.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Do not submit a form below this dialog.
    event.stopPropagation()
    passkey.reset()
    if (code.trim() && !isBusy) recovery.mutate()
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2.5 }}>
      {error && (
        <Alert severity="error">
          {errorText(error, translate, translate('login.verifyFailed'))}
        </Alert>
      )}
      {browser.canUsePasskeys() && (
        <Button
          variant="contained"
          size="large"
          autoFocus
          startIcon={<Icon icon={KeyRound} />}
          disabled={isBusy}
          onClick={() => {
            recovery.reset()
            passkey.mutate()
          }}
        >
          {text('passkey')}
        </Button>
      )}
      <Field
        name="recoveryCode"
        autoComplete="off"
        inputProps={{ autoCapitalize: 'none', spellCheck: false }}
        label={text('code')}
        hint={text('hint')}
        value={code}
        onChange={setCode}
      />
      <Button type="submit" variant="outlined" size="large" disabled={!code.trim() || isBusy}>
        {text('useCode')}
      </Button>
    </Box>
  )
}
