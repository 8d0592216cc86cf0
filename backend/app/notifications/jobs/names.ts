import { jobRef } from '@crossdock/kernel/jobs'

export interface Delivery {
  noticeId: string
  /** Ids of persons; null: all who hold the permission of its kind. */
  to: string[] | null
  /** Who is passed over. */
  except: string | null
  /** Whether it may be mailed. */
  mails: boolean
}

/** Tells people of a notice. */
export const deliverNotice = jobRef<Delivery>('notifications.deliver')

/** Mails somebody what is due, in one mail; never two at a time. */
export const mailDigest = jobRef<{ userId: string }>('notifications.mail', { limitPerKey: 1 })
