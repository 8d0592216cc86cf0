import type { PublicPages } from '@crossdock/client'
import { FieldRow, FormDialog, toValues, useAction, useUnlessChanged } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { NumberInput, TextInput } from 'react-admin'
import { ColorInput } from '../branding/look/ColorInput.js'
import { figures } from './figures.js'

type Form = Omit<PublicPages, 'logo' | 'updatedAt'>

const formOf = ({ logo: _, updatedAt: __, ...form }: PublicPages): Form => form

/** Changes the name, the color and the figures. */
export function PagesDialog({ pages, onClose }: { pages: PublicPages; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`front.pages.${key}`)
  const save = useAction<PublicPages, Form>(
    (form) => ({ path: 'public-pages', method: 'PUT', body: toValues(form) }),
    {
      invalidates: ['public-pages'],
      success: { title: text('saved') },
      error: { fallback: text('failed'), inForm: true },
      ifMatch: useUnlessChanged('public-pages', pages, (one) => JSON.stringify(formOf(one))),
    }
  )
  return (
    <FormDialog<Form>
      open
      title={text('dialog')}
      description={text('figures.text')}
      defaultValues={formOf(pages)}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <FieldRow>
        <TextInput
          source="productName"
          label={text('look.productName')}
          autoComplete="off"
          autoFocus
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        <ColorInput source="primaryColor" label={text('look.primaryColor')} />
      </FieldRow>
      {figures.map(({ name, step = 1 }) => (
        <NumberInput key={name} source={name} label={text(`figures.${name}`)} step={step} min={1} />
      ))}
    </FormDialog>
  )
}
