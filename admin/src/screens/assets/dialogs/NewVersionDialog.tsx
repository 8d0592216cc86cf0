import Button from '@mui/material/Button'
import { Icon, PlainDialog, type AssetDialogProps } from '@crossdock/admin/kit'
import { Upload } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { FileInput } from '../upload/FileInput.js'
import { useUploads } from '../upload/use_uploads.js'

/** Uploads a file, whatever its name, as the next version of another one. */
export default function NewVersionDialog({ assets, onClose }: AssetDialogProps) {
  const { name, parentId } = assets[0]!
  const translate = useTranslate()
  const text = (key: string) => translate(`assets.newVersion.${key}`, { name })
  const { queue } = useUploads()
  const input = useRef<HTMLInputElement>(null)
  const take = ([file]: File[]) => {
    if (!file) return
    const { type, lastModified } = file
    // A file with the same name in the same folder becomes a version.
    queue.add([{ file: new File([file], name, { type, lastModified }) }], { id: parentId })
    onClose()
  }
  return (
    <PlainDialog
      title={text('title')}
      description={text('text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('kit.cancel')}</Button>
          <Button
            variant="contained"
            autoFocus
            startIcon={<Icon icon={Upload} />}
            onClick={() => input.current?.click()}
          >
            {translate('assets.uploads.chooseAgain')}
          </Button>
        </>
      }
    >
      <FileInput ref={input} label={text('choose')} onFiles={take} />
    </PlainDialog>
  )
}
