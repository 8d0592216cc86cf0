import type { ExternalSystem } from '@crossdock/client'
import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { credentials, secrets, type CredentialName, type SystemForm } from './system_form.js'

/** The fields of the chosen authentication type. A stored secret shows only that it is set. */
export function CredentialFields({ stored }: { stored: Partial<ExternalSystem['authConfig']> }) {
  const authType = useWatch<SystemForm, 'authType'>({ name: 'authType' })
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {credentials[authType].map((name) => (
        <Credential key={name} name={name} isSet={Boolean(stored[name])} />
      ))}
    </Box>
  )
}

function Credential({ name, isSet }: { name: CredentialName; isSet: boolean }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.systems.form.${key}`)
  const isSecret = secrets.includes(name)
  const hint = name === 'tokenUrl' ? text('tokenUrlHint') : isSecret && isSet && text('secretSet')
  return (
    <Box sx={{ gridColumn: name === 'tokenUrl' ? '1 / -1' : undefined }}>
      <TextInput
        source={`authConfig.${name}`}
        label={text(name)}
        type={isSecret ? 'password' : 'text'}
        helperText={hint}
        placeholder={isSecret && isSet ? '••••••••' : undefined}
        // Browsers fill "off" password fields with the person's own; they respect this one.
        autoComplete={isSecret ? 'new-password' : 'off'}
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
    </Box>
  )
}
