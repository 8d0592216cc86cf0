export {
  channels,
  notificationKinds,
  type Channel,
  type NotificationKind,
  type Standing,
  type NoticePayload,
} from './kinds.js'
export { notificationChoices, type NotificationChoices } from './choices.js'
