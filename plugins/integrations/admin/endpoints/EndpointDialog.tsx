import type { ApiEndpoint, ExternalSystem } from '@crossdock/client'
import {
  mapFieldErrors,
  FieldRow,
  FormDialog,
  KeyValueInput,
  toJsonText,
  useAction,
  useJsonRule,
  useTextValues,
  useUnlessChanged,
} from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { BooleanInput, CheckboxGroupInput, SelectInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { endpointMethods, endpointTriggers, endpointTypes } from '../model.js'
import { useMappingRule } from '../mapping/use_mapping_rule.js'
import { endpointInputs, hasOtherBody, toBody, toForm, type EndpointForm } from './endpoint_form.js'
import { InboundFields } from './InboundFields.js'
import { MappingAndPreview } from './MappingAndPreview.js'
import { TriggerUses } from './TriggerUses.js'

interface EndpointDialogProps {
  system: Pick<ExternalSystem, 'id'>
  endpoint?: ApiEndpoint
  onSaved?: (endpoint: ApiEndpoint) => void
  onClose: () => void
}

/** Adds an endpoint, or edits the given one. */
export default function EndpointDialog({
  system,
  endpoint,
  onSaved,
  onClose,
}: EndpointDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.endpoints.form.${key}`)
  const outcome = (key: string) => translate(`integrations.endpoints.${key}`)
  const save = useAction<ApiEndpoint, EndpointForm>(
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
      onSuccess: (saved) => onSaved?.(saved),
      success: { title: outcome(endpoint ? 'changed' : 'created') },
      error: { fallback: outcome(endpoint ? 'updateFailed' : 'createFailed'), inForm: true },
    }
  )
  const isHeaders = useJsonRule('{"X-Site": "Ghent"}', useTextValues())
  // Edit the mapping as JSON if the table cannot show it.
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
      onSubmit={(form) =>
        mapFieldErrors(
          save.mutateAsync(form),
          endpointInputs(form, isJson || form.endpointType === 'inbound')
        )
      }
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
      <PathInput />
      <ByDirection
        inbound={null}
        outbound={
          <>
            <CheckboxGroupInput
              source="triggers"
              label={text('triggers')}
              choices={triggers}
              helperText={text('triggersHint')}
            />
            <TriggerUses endpointId={endpoint?.id} />
          </>
        }
      />
      <KeyValueInput
        source="headersText"
        label={text('headers')}
        helperText={text('headersHint')}
        placeholder={'{\n  "X-Site": "Ghent"\n}'}
        validate={isHeaders}
      />
      <ByDirection
        inbound={<InboundFields endpoint={endpoint} />}
        outbound={
          <>
            <BodyInput endpoint={endpoint} />
            <TextInput
              source="expectedText"
              label={text('expected')}
              helperText={text('expectedHint')}
              autoComplete="off"
              slotProps={{ htmlInput: { inputMode: 'text' } }}
            />
            <MappingAndPreview
              system={system}
              endpoint={endpoint}
              isJson={isJson}
              onSwitch={setJson}
            />
          </>
        }
      />
      <BooleanInput source="isActive" label={text('active')} />
    </FormDialog>
  )
}

function PathInput() {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.endpoints.form.${key}`)
  const isInbound = useWatch<EndpointForm>({ name: 'endpointType' }) === 'inbound'
  return (
    <TextInput
      source="path"
      label={text('path')}
      helperText={text(isInbound ? 'pathHintInbound' : 'pathHint')}
      placeholder={isInbound ? '/orders' : '/orders/{orderId}'}
      validate={required(text('pathRequired'))}
      autoComplete="off"
      slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
    />
  )
}

/** Edits body fields in addition to the field mapping: values of the trigger, of an item, of earlier steps. */
function BodyInput({ endpoint }: { endpoint: ApiEndpoint | undefined }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.endpoints.form.${key}`)
  const isBody = useJsonRule('{"order": "{trigger.body.order}"}')
  const { method, bodyText } = useWatch() as EndpointForm
  const hasNone = (method === 'GET' || method === 'DELETE') && !bodyText?.trim()
  if (hasNone || hasOtherBody(endpoint)) return null
  return (
    <KeyValueInput
      source="bodyText"
      label={text('body')}
      helperText={text('bodyHint')}
      placeholder={'{\n  "order": "{trigger.body.order}"\n}'}
      validate={isBody}
    />
  )
}

/** Shows the fields for the selected direction. */
function ByDirection({ inbound, outbound }: { inbound: ReactNode; outbound: ReactNode }) {
  const type = useWatch<EndpointForm, 'endpointType'>({ name: 'endpointType' })
  return type === 'inbound' ? inbound : outbound
}
