import type { sendFileModes } from '../model.js'

/** A file to try an endpoint with. */
export interface TrialFile {
  id: string
  name: string
  size: number | null
  updatedAt: string
}

/** With what an endpoint is tried: sample values, or a file, and how that is sent. */
export interface Trial {
  file: TrialFile | null
  sendFile: (typeof sendFileModes)[number]
}

export const noTrial: Trial = { file: null, sendFile: 'none' }

/** As the API takes it. */
export const trialBody = ({ file, sendFile }: Trial) => (file ? { assetId: file.id, sendFile } : {})
