import type { OauthConfig } from '@crossdock/client'
import Typography from '@mui/material/Typography'
import { FieldRow, FormDialog, useAction, useUnlessChanged } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { BooleanInput, SelectInput, TextArrayInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { RoleRules } from './RoleRules.js'
import { toBody, toForm, type ProviderForm } from './provider_form.js'
import { useRoleChoices } from './use_role_choices.js'

interface ProviderDialogProps {
  config?: OauthConfig
  onClose: () => void
}

const plain = { htmlInput: { autoCapitalize: 'none', spellCheck: false } }

/** Adds or edits an identity provider. */
export default function ProviderDialog({ config, onClose }: ProviderDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`sso.form.${key}`)
  const needed = required(text('required'))
  const save = useAction<OauthConfig, ProviderForm>(
    (form) => ({
      path: config ? `oauth-configs/${config.id}` : 'oauth-configs',
      method: config ? 'PUT' : 'POST',
      body: toBody(form, config),
    }),
    {
      ifMatch: useUnlessChanged(`oauth-configs/${config?.id}`, config),
      invalidates: ['oauth-configs'],
      success: { title: translate('sso.saved') },
      error: { fallback: translate('sso.saveFailed'), inForm: true },
    }
  )
  const roles = useRoleChoices(config?.settings)
  const kinds = ['oidc', 'google', 'microsoft'].map((id) => ({ id, name: text(id) }))
  return (
    <FormDialog<ProviderForm>
      open
      title={text(config ? 'edit' : 'add')}
      description={text('text')}
      defaultValues={toForm(config)}
      submitLabel={text(config ? 'submitEdit' : 'submitAdd')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <FieldRow>
        <TextInput
          source="name"
          label={text('name')}
          helperText={text('nameHint')}
          validate={needed}
          autoComplete="off"
          autoFocus
        />
        <SelectInput source="provider" label={text('provider')} choices={kinds} validate={needed} />
      </FieldRow>
      <Place />
      <FieldRow>
        <TextInput
          source="clientId"
          label={text('clientId')}
          validate={needed}
          autoComplete="off"
          slotProps={plain}
        />
        <TextInput
          type="password"
          source="clientSecret"
          label={text('clientSecret')}
          helperText={config?.clientSecret ? text('clientSecretHint') : false}
          autoComplete="new-password"
        />
      </FieldRow>
      <TextArrayInput
        source="settings.allowedDomains"
        label={text('domains')}
        helperText={text('domainsHint')}
        validate={needed}
      />
      <TextInput
        source="settings.emailClaim"
        label={text('emailClaim')}
        helperText={text('claimHint')}
        validate={needed}
        autoComplete="off"
        slotProps={plain}
      />
      <SelectInput
        source="settings.defaultRole"
        label={text('defaultRole')}
        choices={roles}
        validate={needed}
      />
      <RoleRules roles={roles} />
      <BooleanInput source="settings.mapsAtEachSignIn" label={text('each')} />
      <BooleanInput source="settings.trustsAddresses" label={text('trusts')} />
      {config && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {text('logout')} <code>{config.logoutUrl}</code>
        </Typography>
      )}
    </FormDialog>
  )
}

/** The fields that locate the provider, by its kind. */
function Place() {
  const translate = useTranslate()
  const text = (key: string) => translate(`sso.form.${key}`)
  const needed = required(text('required'))
  const provider: unknown = useWatch({ name: 'provider' })
  if (provider === 'google') return null
  return provider === 'microsoft' ? (
    <TextInput
      source="tenantIdOAuth"
      label={text('directory')}
      validate={needed}
      autoComplete="off"
      slotProps={plain}
    />
  ) : (
    <TextInput
      source="issuer"
      label={text('issuer')}
      helperText={text('issuerHint')}
      placeholder="https://"
      validate={needed}
      autoComplete="off"
      slotProps={{ htmlInput: { ...plain.htmlInput, inputMode: 'url' } }}
    />
  )
}
