import type { ExternalSystem } from '@crossdock/client'
import {
  ErrorState,
  FieldRow,
  FormDialog,
  PlainDialog,
  RowsSkeleton,
  useAction,
  useKindDrafts,
  useSession,
  useUnlessChanged,
} from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { BooleanInput, NumberInput, TextInput } from 'react-admin'
import { GrantField } from './GrantField.js'
import { TestDraft } from './TestDraft.js'
import { AuthFields, Capabilities, ConnectorFields, SystemTypeInput } from './KindInputs.js'
import { useSystemKinds, type SystemKinds } from './kinds.js'
import { toBody, toForm, type Fields, type SystemForm } from './system_form.js'

/** An address, or a variable that holds one, with an optional path: `{variables.API}/v1`. */
const isAddress = /^(https?:\/\/\S+|\{variables\.[A-Z][A-Z0-9_]*\}([/?]\S*)?)$/i

interface SystemDialogProps {
  system?: ExternalSystem
  onSaved?: (system: ExternalSystem) => void
  onClose: () => void
}

/** Adds a system, or edits the given one. Opens once the available kinds are loaded. */
export default function SystemDialog(props: SystemDialogProps) {
  const translate = useTranslate()
  const { kinds, error, retry } = useSystemKinds()
  if (kinds) return <SystemFormDialog {...props} kinds={kinds} />
  return (
    <PlainDialog
      title={translate(`integrations.systems.form.${props.system ? 'edit' : 'add'}`)}
      onClose={props.onClose}
    >
      {error ? <ErrorState plain error={error} onRetry={retry} /> : <RowsSkeleton rows={4} />}
    </PlainDialog>
  )
}

function SystemFormDialog({
  system,
  kinds,
  onSaved,
  onClose,
}: SystemDialogProps & { kinds: SystemKinds }) {
  const translate = useTranslate()
  const tenantId = useSession().data?.tenant?.id
  const drafts = { config: useKindDrafts<Fields>(), authConfig: useKindDrafts<Fields>() }
  const text = (key: string) => translate(`integrations.systems.form.${key}`)
  const outcome = (key: string) => translate(`integrations.systems.${key}`)
  const bodyOf = (form: SystemForm) => toBody(kinds, form, system, tenantId)
  const save = useAction<ExternalSystem, SystemForm>(
    (form) => ({
      path: system ? `integrations/systems/${system.id}` : 'integrations/systems',
      method: system ? 'PUT' : 'POST',
      body: bodyOf(form),
    }),
    {
      ifMatch: useUnlessChanged(`integrations/systems/${system?.id}`, system),
      invalidates: ['integrations', 'dashboard'],
      onSuccess: (saved) => onSaved?.(saved),
      success: { title: outcome(system ? 'changed' : 'created') },
      error: { fallback: outcome(system ? 'updateFailed' : 'createFailed'), inForm: true },
    }
  )
  const limit = (source: 'maxConcurrent' | 'ratePerMinute' | 'breakAfter') => ({
    source,
    label: translate(`integrations.health.${source}`),
    helperText: translate(`integrations.health.${source}Hint`),
  })
  const isHttp = (value: string | null) =>
    value && !isAddress.test(value.trim()) ? text('baseUrlInvalid') : undefined
  return (
    <FormDialog<SystemForm>
      open
      title={text(system ? 'edit' : 'add')}
      description={text('text')}
      defaultValues={toForm(kinds, system)}
      submitLabel={text(system ? 'submitEdit' : 'submitAdd')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <FieldRow>
        <TextInput
          source="name"
          label={text('name')}
          validate={required(text('nameRequired'))}
          autoComplete="off"
          autoFocus
        />
        <SystemTypeInput kinds={kinds} system={system} drafts={drafts} />
      </FieldRow>
      <TextInput source="description" label={text('description')} multiline minRows={2} />
      <TextInput
        source="baseUrl"
        label={text('baseUrl')}
        helperText={text('baseUrlHint')}
        placeholder="https://"
        validate={isHttp}
        autoComplete="off"
        slotProps={{ htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false } }}
      />
      <ConnectorFields kinds={kinds} system={system} />
      <AuthFields kinds={kinds} system={system} drafts={drafts} />
      <GrantField system={system} />
      <TestDraft bodyOf={bodyOf} systemId={system?.id} />
      <Capabilities kinds={kinds} />
      <FieldRow>
        <NumberInput {...limit('maxConcurrent')} min={1} max={100} />
        <NumberInput {...limit('ratePerMinute')} min={1} max={100_000} />
        <NumberInput {...limit('breakAfter')} min={0} max={100} />
      </FieldRow>
      <BooleanInput source="isActive" label={text('active')} />
    </FormDialog>
  )
}
