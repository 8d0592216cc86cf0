import {
  ErrorState,
  FormDialog,
  kindNamed,
  PlainDialog,
  RowsSkeleton,
  useKindDrafts,
} from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { AuthFields } from './KindInputs.js'
import { useSystemKinds, type SystemKinds } from './kinds.js'
import { fieldsOf, toBody, type Fields, type SystemForm } from './system_form.js'

interface MakeSystemDialogProps {
  title: string
  description: string
  /** Values from the description or the template. */
  start: {
    name: string
    baseUrl: string | null
    authType: string
    authConfig: Record<string, unknown>
    systemType?: string
  }
  /** Creates the system. Rejects with the errors of the fields. */
  onMake: (own: object) => Promise<void>
  onClose: () => void
}

/** Name, address and credentials of the new system. */
export function MakeSystemDialog(props: MakeSystemDialogProps) {
  const { kinds, error, retry } = useSystemKinds()
  if (kinds) return <MakeSystemForm {...props} kinds={kinds} />
  return (
    <PlainDialog title={props.title} onClose={props.onClose}>
      {error ? <ErrorState plain error={error} onRetry={retry} /> : <RowsSkeleton rows={4} />}
    </PlainDialog>
  )
}

function MakeSystemForm(props: MakeSystemDialogProps & { kinds: SystemKinds }) {
  const { title, description, start, kinds, onMake, onClose } = props
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.systems.form.${key}`)
  const drafts = { config: useKindDrafts<Fields>(), authConfig: useKindDrafts<Fields>() }
  const { name, baseUrl, authType, systemType = 'api' } = start
  // Omit the header map, which says where a secret goes: the form has no field for it. The server keeps omitted
  // parts.
  const { headers: _, ...plain } = start.authConfig
  const begin = {
    name,
    systemType,
    authType,
    baseUrl: baseUrl ?? '',
    authConfig: fieldsOf(kindNamed(kinds.authTypes, authType), plain),
  }
  const submit = async (form: SystemForm) => {
    const body = toBody(kinds, { ...form, capabilities: [], config: {} }, undefined, undefined)
    await onMake({
      name: body.name,
      baseUrl: body.baseUrl,
      authType: form.authType,
      authConfig: body.authConfig,
    })
  }
  return (
    <FormDialog<SystemForm>
      open
      title={title}
      description={description}
      defaultValues={begin}
      submitLabel={translate('integrations.imports.make.submit')}
      submittingLabel={text('submitting')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={text('name')}
        validate={required(text('nameRequired'))}
        autoComplete="off"
        autoFocus
      />
      <TextInput
        source="baseUrl"
        label={text('baseUrl')}
        helperText={text('baseUrlHint')}
        placeholder="https://"
        validate={required(translate('integrations.imports.make.baseUrlRequired'))}
        autoComplete="off"
        slotProps={{ htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false } }}
      />
      <AuthFields kinds={kinds} system={undefined} drafts={drafts} />
    </FormDialog>
  )
}
