/** A notification as a message of the system: what the server sends to a browser, encrypted, and the service worker shows. */
export interface PushMessage {
  /** Of the notification: a message that comes twice is shown once. */
  id: string;
  title: string;
  body: string;
  /** A page of the app. */
  path: string;
  unread: number;
}
