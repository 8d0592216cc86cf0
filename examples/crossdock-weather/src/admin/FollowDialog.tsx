import { FormDialog, useAction, type AssetDialogProps } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'

/** Follows the weather of the place that a folder is named after. */
export default function FollowDialog({ assets: [folder], onClose }: AssetDialogProps) {
  const translate = useTranslate()
  const follow = useAction<unknown, { name: string }>(
    (body) => ({ path: 'weather/places', body }),
    {
      invalidates: ['weather/places'],
      success: (_data, { name }) => ({ title: translate('weather.followed'), description: name }),
      error: { fallback: translate('weather.failed'), inForm: true },
    }
  )
  return (
    <FormDialog<{ name: string }>
      open
      title={translate('weather.follow')}
      defaultValues={{ name: folder?.name }}
      submitLabel={translate('weather.follow')}
      maxWidth="xs"
      onSubmit={({ name }) => follow.mutateAsync({ name })}
      onClose={onClose}
    >
      <TextInput source="name" label={translate('weather.place')} validate={required()} />
    </FormDialog>
  )
}
