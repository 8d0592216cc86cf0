import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { FormDialog, Icon, useAction, useUnlessChanged } from '@crossdock/admin/kit'
import { Plus, X } from 'lucide-react'
import { required, useTranslate } from 'ra-core'
import { SelectInput, TextInput } from 'react-admin'
import { useFieldArray } from 'react-hook-form'
import {
  fieldsOf,
  isValid,
  metadataKinds,
  metadataOf,
  type MetadataField,
} from './metadata_fields.js'

interface Values {
  fields: MetadataField[]
}

// Other changes of the file, such as tags, are no conflict.
const metadataState = ({ metadata }: Asset) => JSON.stringify(metadata)

/** Edits the metadata of a file or folder: keys and typed values. */
export default function MetadataDialog({ asset, onClose }: { asset: Asset; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`assets.metadata.${key}`)
  const save = useAction<Asset, Values>(
    ({ fields }) => ({
      path: `assets/${asset.id}`,
      method: 'PUT',
      body: { metadata: metadataOf(fields ?? []) },
    }),
    {
      ifMatch: useUnlessChanged<Asset>(`assets/${asset.id}`, asset, metadataState),
      invalidates: ['assets'],
      error: { fallback: text('failed'), inForm: true },
    }
  )
  return (
    <FormDialog<Values>
      open
      title={text('editTitle')}
      description={asset.name}
      defaultValues={{ fields: fieldsOf(asset.metadata) }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(values) => save.mutateAsync(values)}
      onClose={onClose}
    >
      <Fields />
    </FormDialog>
  )
}

function Fields() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.metadata.${key}`, values)
  const { fields, append, remove } = useFieldArray<Values>({ name: 'fields' })
  const isOnce = (key: unknown, { fields: all = [] }: Values) =>
    all.filter((field) => field.key?.trim() === String(key).trim()).length > 1
      ? text('twice')
      : undefined
  const fits =
    (at: number) =>
    (_value: unknown, { fields: all = [] }: Values) =>
      all[at] && !isValid({ ...all[at], value: all[at].value ?? '' })
        ? text(`wrong.${all[at].kind}`)
        : undefined
  return (
    <>
      {fields.map(({ id }, at) => (
        <Box
          key={id}
          role="group"
          aria-label={text('entry', { number: at + 1 })}
          sx={{
            display: 'grid',
            gap: 1.5,
            alignItems: 'start',
            gridTemplateColumns: { xs: '1fr 40px', sm: '1fr 130px 1.5fr 40px' },
          }}
        >
          <TextInput
            source={`fields.${at}.key`}
            label={text('key')}
            validate={[required(text('keyMissing')), isOnce]}
          />
          <SelectInput
            source={`fields.${at}.kind`}
            label={text('kind')}
            choices={metadataKinds.map((kind) => ({ id: kind, name: text(`kinds.${kind}`) }))}
            validate={required()}
          />
          <TextInput
            source={`fields.${at}.value`}
            label={text('value')}
            multiline
            maxRows={6}
            parse={(value: string) => value}
            validate={fits(at)}
          />
          <IconButton
            aria-label={text('removeEntry', { number: at + 1 })}
            onClick={() => remove(at)}
            sx={{ mt: 3 }}
          >
            <Icon icon={X} />
          </IconButton>
        </Box>
      ))}
      <Button
        variant="outlined"
        startIcon={<Icon icon={Plus} />}
        sx={{ alignSelf: 'flex-start' }}
        onClick={() => append({ key: '', kind: 'text', value: '' })}
      >
        {text('addEntry')}
      </Button>
    </>
  )
}
