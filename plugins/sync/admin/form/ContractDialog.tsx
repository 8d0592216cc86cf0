import {
  mapFieldErrors,
  FieldRow,
  FormDialog,
  useAction,
  useSession,
  useUnlessChanged,
} from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import Box from '@mui/material/Box'
import { BooleanInput, SelectInput, TextInput } from 'react-admin'
import { conflictOptions, type SyncContract } from '../model.js'
import { contractInputs, toBody, toForm, type ContractForm } from './contract_form.js'
import { EndFields } from './EndFields.js'
import { FirstSync } from './FirstSync.js'
import { MoreFields } from './MoreFields.js'

interface ContractDialogProps {
  /** The contract to change; omit it for a new one. */
  contract?: SyncContract
  onClose: () => void
}

/** Creates or changes a sync contract. */
export function ContractDialog({ contract, onClose }: ContractDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.form.${key}`, values)
  const tenantId = useSession().data?.tenant?.id
  const save = useAction<SyncContract, ContractForm>(
    (form) => ({
      path: contract ? `sync-contracts/${contract.id}` : 'sync-contracts',
      method: contract ? 'PUT' : 'POST',
      body: toBody(form, tenantId),
    }),
    {
      ifMatch: useUnlessChanged(`sync-contracts/${contract?.id}`, contract, ({ revision }) =>
        String(revision)
      ),
      invalidates: ['sync-contracts'],
      success: { title: text(contract ? 'updated' : 'created') },
      error: { fallback: text('failed'), inForm: true },
    }
  )
  return (
    <FormDialog<ContractForm>
      open
      maxWidth="md"
      width={680}
      title={text(contract ? 'edit' : 'create')}
      defaultValues={toForm(contract)}
      submitLabel={text(contract ? 'submitEdit' : 'submitCreate')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => mapFieldErrors(save.mutateAsync(form), contractInputs)}
      onClose={onClose}
    >
      <FieldRow>
        <TextInput
          source="name"
          label={text('name')}
          validate={required(text('nameNeeded'))}
          autoComplete="off"
          autoFocus
        />
        <TextInput
          source="description"
          label={text('description')}
          placeholder={text('optional')}
          autoComplete="off"
        />
      </FieldRow>
      <FieldRow>
        <EndFields side="source" />
        <EndFields side="target" />
      </FieldRow>
      <FieldRow>
        <TextInput
          source="syncRules.fileTypes"
          label={text('fileTypes')}
          helperText={text('fileTypesHint')}
          placeholder="pdf, docx"
          autoComplete="off"
        />
        <TextInput
          source="syncRules.excludePatterns"
          label={text('excludePatterns')}
          helperText={text('commas')}
          placeholder="*.tmp, Thumbs.db"
          autoComplete="off"
        />
      </FieldRow>
      <FieldRow>
        <SelectInput
          source="conflictResolution"
          // An option is always selected, so the field is not marked as required.
          label={<span>{text('conflictResolution')}</span>}
          choices={conflictOptions.map((id) => ({ id, name: translate(`sync.option.${id}`) }))}
          validate={required()}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, pt: { sm: 3.25 } }}>
          <BooleanInput
            source="syncRules.bidirectional"
            label={text('bidirectional')}
            helperText={false}
          />
          <BooleanInput source="isActive" label={text('active')} helperText={false} />
        </Box>
      </FieldRow>
      <MoreFields />
      {!contract && <FirstSync />}
    </FormDialog>
  )
}
