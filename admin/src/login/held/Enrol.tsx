import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { errorText, Icon, useApi } from '@crossdock/admin/kit'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState, type FormEvent } from 'react'
import { addPasskey } from '../../data/new_passkey.js'
import { browser } from '../../data/passkeys.js'
import { Field } from '../Field.js'

/** Adds the first passkey of a person who must have one. */
export function Enrol({ onDone }: { onDone: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`security.passkeys.${key}`)
  const api = useApi()
  const [name, setName] = useState(translate('security.held.enrol.name'))
  const add = useMutation({
    mutationFn: () => addPasskey(api, name.trim(), text),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && !add.isPending) add.mutate()
  }
  if (!browser.canUsePasskeys()) return <Alert severity="warning">{text('cannot')}</Alert>
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2.5 }}>
      {add.error && (
        <Alert severity="error">
          {errorText(add.error, translate, translate('security.failed'))}
        </Alert>
      )}
      <Field
        name="passkeyName"
        autoComplete="off"
        autoFocus
        label={text('name')}
        value={name}
        onChange={setName}
      />
      <Button
        type="submit"
        variant="contained"
        size="large"
        startIcon={<Icon icon={KeyRound} />}
        disabled={!name.trim() || add.isPending}
      >
        {text(add.isPending ? 'adding' : 'add')}
      </Button>
    </Box>
  )
}
