import type { UserImport } from '@crossdock/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChooseFile } from './ChooseFile.js'
import { ImportProgress } from './ImportProgress.js'

interface ImportDialogProps {
  /** The id of an uploaded import; undefined to ask for a file. */
  id: string | undefined
  onClose: () => void
}

/** Imports people from a CSV file: choose, preview, and only then import. */
export default function ImportDialog({ id, onClose }: ImportDialogProps) {
  const client = useQueryClient()
  const [read, setRead] = useState<string>()
  const shown = read ?? id
  const keep = (file: UserImport) => {
    client.setQueryData(['read', `users/imports/${file.id}`, null], file)
    setRead(file.id)
  }
  if (!shown) return <ChooseFile onRead={keep} onClose={onClose} />
  return <ImportProgress id={shown} onAgain={() => setRead(undefined)} onClose={onClose} />
}
