import { maxLength, required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { FormDialog } from '../FormDialog.js'

interface SaveViewDialogProps {
  onSave: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a view. An existing view of that name is replaced. */
export default function SaveViewDialog({ onSave, onClose }: SaveViewDialogProps) {
  const translate = useTranslate()
  return (
    <FormDialog<{ name: string }>
      open
      title={translate('kit.list.view.title')}
      description={translate('kit.list.view.text')}
      submitLabel={translate('kit.list.view.save')}
      submittingLabel={translate('kit.list.view.save')}
      onSubmit={async ({ name }) => onSave(name.trim())}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={translate('kit.list.view.name')}
        validate={[required(translate('kit.list.view.required')), maxLength(60)]}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
