import type { ApiEndpoint, ExternalSystem } from '@crossdock/client'
import {
  atFields,
  FieldRow,
  FormDialog,
  JsonInput,
  toJsonText,
  useAction,
  useJsonRule,
  useTextValues,
  useUnlessChanged,
} from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { useState } from 'react'
import { BooleanInput, CheckboxGroupInput, SelectInput, TextInput } from 'react-admin'
import { endpointMethods, endpointTriggers, endpointTypes } from '../model.js'
import { useMappingRule } from '../mapping/use_mapping_rule.js'
import { endpointInputs, toBody, toForm, type EndpointForm } from './endpoint_form.js'
import { MappingAndPreview } from './MappingAndPreview.js'

interface EndpointDialogProps {
  system: Pick<ExternalSystem, 'id'>
  endpoint?: ApiEndpoint
  onClose: () => void
}

/** Add API Endpoint, or Edit API Endpoint when it gets one. */
export default function EndpointDialog({ system, endpoint, onClose }: EndpointDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.endpoints.form.${key}`)
  const outcome = (key: string) => translate(`integrations.endpoints.${key}`)
  const save = useAction<unknown, EndpointForm>(
    (form) => ({
      path: endpoint
        ? `integrations/endpoints/${endpoint.id}`
        : `integrations/systems/${system.id}/endpoints`,
      method: endpoint ? 'PUT' : 'POST',
      body: toBody(form, system.id, endpoint),
    }),
    {
      ifMatch: useUnlessChanged(`integrations/endpoints/${endpoint?.id}`, endpoint),
      invalidates: ['integrations'],
      success: { title: outcome(endpoint ? 'changed' : 'created') },
      error: { fallback: outcome(endpoint ? 'updateFailed' : 'createFailed'), inForm: true },
    }
  )
  const isHeaders = useJsonRule('{"X-Site": "Ghent"}', useTextValues())
  // What the table cannot show is edited as what it is.
  const mappingRule = useMappingRule()
  const [isJson, setJson] = useState(() => Boolean(mappingRule(toJsonText(endpoint?.fieldMapping))))
  const triggers = endpointTriggers.map((id) => ({
    id,
    name: translate(`integrations.endpoints.trigger.${id}`),
  }))
  return (
    <FormDialog<EndpointForm>
      open
      title={text(endpoint ? 'edit' : 'add')}
      defaultValues={toForm(endpoint)}
      submitLabel={text(endpoint ? 'submitEdit' : 'submitAdd')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => atFields(save.mutateAsync(form), endpointInputs(form, isJson))}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={text('name')}
        validate={required(text('nameRequired'))}
        autoComplete="off"
        autoFocus
      />
      <FieldRow>
        <SelectInput
          source="endpointType"
          label={text('type')}
          choices={endpointTypes.map((id) => ({
            id,
            name: translate(`integrations.endpoints.type.${id}`),
          }))}
          validate={required()}
        />
        <SelectInput
          source="method"
          label={text('method')}
          choices={endpointMethods.map((id) => ({ id, name: id }))}
          validate={required()}
        />
      </FieldRow>
      <TextInput
        source="path"
        label={text('path')}
        helperText={text('pathHint')}
        placeholder="/orders/{orderId}"
        validate={required(text('pathRequired'))}
        autoComplete="off"
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <CheckboxGroupInput source="triggers" label={text('triggers')} choices={triggers} />
      <JsonInput
        source="headersText"
        label={text('headers')}
        helperText={text('headersHint')}
        placeholder={'{\n  "X-Site": "Ghent"\n}'}
        validate={isHeaders}
      />
      <TextInput
        source="expectedText"
        label={text('expected')}
        helperText={text('expectedHint')}
        autoComplete="off"
        slotProps={{ htmlInput: { inputMode: 'text' } }}
      />
      <MappingAndPreview system={system} endpoint={endpoint} isJson={isJson} onSwitch={setJson} />
      <BooleanInput source="isActive" label={text('active')} />
    </FormDialog>
  )
}
