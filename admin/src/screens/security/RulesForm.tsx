import type { OauthConfig, SignInRules } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Link from '@mui/material/Link'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import {
  ApiError,
  ConfirmDialog,
  errorText,
  SaveButton,
  useAction,
  useFields,
  useOnce,
  usePermissions,
  useRead,
  useUnsavedFields,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState, type FormEvent } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { changesOf, enteredRules, hoursOf, mostHours, wrongDomainOf } from './rules_form.js'

type Changes = Partial<SignInRules> & { confirm?: boolean }

/** The fields of the sign-in rules. Asks before a change that locks people out. */
export function RulesForm({ rules }: { rules: SignInRules }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`security.rules.${key}`, values)
  const id = useId()
  const form = useFields({ path: 'tenant/rules', stored: rules, enter: enteredRules })
  const { base, fields } = form
  const [asks, setAsks] = useState(false)
  const save = useAction<SignInRules, Changes>(
    (body) => ({ path: 'tenant/rules', method: 'PUT', body }),
    {
      invalidates: ['tenant/rules'],
      success: { title: text('saved') },
      error: false,
      ifMatch: form.ifMatch,
      onSuccess: form.saved,
    }
  )
  const once = useOnce(true, save.isPending)
  const changes = changesOf(base, fields)
  const isChanged = Object.keys(changes).length > 0
  const isWrong = hoursOf(fields.hours) === null
  const wrongDomain = wrongDomainOf(fields.domains)
  const cannotSave = isWrong || wrongDomain !== undefined || !isChanged
  useUnsavedFields({ isChanged, isSaving: save.isPending, discard: form.discard })
  // Without permission to see the providers, the server's refusal gives the reason.
  const maySeeProviders = usePermissions().can('sso.read')
  const providers = useRead<OauthConfig[]>('oauth-configs', {
    query: { filter: '{"isActive":true}' },
    enabled: maySeeProviders,
  })
  const hasNoProvider = !base.ssoOnly && providers.data?.length === 0
  const shutsOut = save.error instanceof ApiError && save.error.code === 'E_SHUTS_OUT'
  const set = (more: Partial<typeof fields>) => {
    form.set(more)
    if (!save.isPending) save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cannotSave) return
    if (changes.ssoOnly) setAsks(true)
    else once(() => save.mutate(changes))
  }
  const confirm = () => {
    setAsks(false)
    save.mutate(changes)
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 2.5, justifyItems: 'start' }}
    >
      <TextField
        fullWidth
        multiline
        minRows={2}
        maxRows={8}
        label={text('domains')}
        error={wrongDomain !== undefined}
        helperText={
          wrongDomain === undefined
            ? text('domainsHint')
            : text('domainWrong', { line: wrongDomain })
        }
        value={fields.domains}
        onChange={({ target }) => set({ domains: target.value })}
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <Box>
        <FormControlLabel
          control={
            <Switch
              checked={fields.ssoOnly}
              disabled={hasNoProvider}
              onChange={(_, ssoOnly) => set({ ssoOnly })}
              slotProps={{ input: { 'aria-describedby': `${id}-sso` } }}
            />
          }
          label={text('ssoOnly')}
        />
        <FormHelperText id={`${id}-sso`}>
          {hasNoProvider ? (
            <>
              {text('needsProvider')}{' '}
              <Link component={RouterLink} to="/settings?tab=sso">
                {text('toProviders')}
              </Link>
            </>
          ) : (
            text('ssoOnlyHint')
          )}
        </FormHelperText>
      </Box>
      <TextField
        label={text('hours')}
        error={isWrong}
        helperText={text(isWrong ? 'hoursWrong' : 'hoursHint', { most: mostHours })}
        value={fields.hours}
        onChange={({ target }) => set({ hours: target.value })}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      {save.error && !shutsOut && (
        <Alert severity="error">
          {errorText(save.error, translate, translate('security.failed'))}
        </Alert>
      )}
      <SaveButton disabled={cannotSave || save.isPending}>{text('save')}</SaveButton>
      <ConfirmDialog
        open={asks}
        title={text('sure')}
        description={text('sureText')}
        confirmLabel={text('sureYes')}
        onConfirm={confirm}
        onClose={() => setAsks(false)}
      />
      <ConfirmDialog
        open={shutsOut}
        destructive
        title={text('shutsOut')}
        description={shutsOut ? save.error?.message : undefined}
        confirmLabel={text('shutOut')}
        pending={save.isPending}
        onConfirm={() => save.mutate({ ...changes, confirm: true })}
        onClose={() => save.reset()}
      />
    </Box>
  )
}
