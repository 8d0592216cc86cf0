import type { Asset } from '@crossdock/client'
import { ApiError, FormDialog, useAction, type AssetDialogProps } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { allTags, noTags, TagsInput, type Tags } from './TagsInput.js'

interface TagsForm {
  add: Tags
  remove: Tags
}

interface Change {
  add: string[]
  remove: string[]
}

/** Adds and removes tags of files and folders with one request. */
export default function TagsDialog({ assets, keep, onClose }: AssetDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.tags.${key}`, values)
  const present = [...new Set(assets.flatMap(({ tags }) => tags))].sort()
  const change = useAction<Asset[], Change>(
    ({ add, remove }) => ({
      path: 'assets/bulk',
      body: { action: 'tag', ids: assets.map(({ id }) => id), add, remove },
    }),
    {
      invalidates: ['assets', 'tags'],
      error: { fallback: text('failed'), inForm: true },
      success: { title: text('done', { smart_count: assets.length }) },
      onSuccess: () => keep?.([]),
    }
  )
  const submit = async (form: TagsForm) => {
    const add = allTags(form.add)
    const remove = allTags(form.remove ?? noTags).map((tag) => {
      const own = present.find((one) => one.toLowerCase() === tag.toLowerCase())
      if (own !== undefined) return own
      const unknown = text('unknown', { name: tag })
      throw new ApiError(unknown, 422, { errors: { remove: unknown } })
    })
    if (add.length > 0 || remove.length > 0) await change.mutateAsync({ add, remove })
  }
  return (
    <FormDialog<TagsForm>
      open
      title={
        assets.length === 1
          ? text('of', { name: assets[0]?.name })
          : text('ofAll', { smart_count: assets.length })
      }
      defaultValues={{ add: noTags, remove: noTags }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      maxWidth="xs"
      onSubmit={submit}
      onClose={onClose}
    >
      <TagsInput autoFocus source="add" label={text('add')} />
      {present.length > 0 && <TagsInput source="remove" label={text('remove')} choices={present} />}
    </FormDialog>
  )
}
