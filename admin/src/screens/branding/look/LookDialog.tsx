import type { Branding } from '@crossdock/client'
import { FieldRow, FormDialog, useUnlessChanged } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { useSaveFields } from '../use_save.js'
import { ColorInput } from './ColorInput.js'
import { Outcome } from './Outcome.js'

interface LookForm {
  productName: string | null
  primaryColor: string | null
  accentColor: string | null
}

const lookOf = ({ productName, primaryColor, accentColor }: Branding) =>
  JSON.stringify([productName, primaryColor, accentColor])

/** Chooses a name and colors, with a preview. */
export function LookDialog({ branding, onClose }: { branding: Branding; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`branding.look.${key}`)
  const save = useSaveFields(text('saved'), {
    inForm: true,
    ifMatch: useUnlessChanged('tenant/branding', branding, lookOf),
  })
  const { productName, primaryColor, accentColor, logo } = branding
  return (
    <FormDialog<LookForm>
      open
      title={text('dialog')}
      description={text('text')}
      defaultValues={{ productName, primaryColor, accentColor }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      maxWidth="md"
      onSubmit={({ productName, primaryColor, accentColor }) =>
        save.mutateAsync({ productName, primaryColor, accentColor })
      }
      onClose={onClose}
    >
      <TextInput
        source="productName"
        label={text('name')}
        helperText={text('nameHint')}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 60 } }}
        autoFocus
      />
      <FieldRow>
        <ColorInput source="primaryColor" label={text('primary')} />
        <ColorInput source="accentColor" label={text('accent')} hint={text('accentHint')} />
      </FieldRow>
      <Outcome logo={logo} />
    </FormDialog>
  )
}
