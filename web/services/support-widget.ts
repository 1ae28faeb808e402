import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { loadScript } from './load-script.ts';

interface Person {
  readonly name: string;
  readonly email: string | null;
}

/** The commands of a Freshworks widget (developers.freshdesk.com/widget-api). Until its script runs they wait in `q`. */
interface Widget {
  (...command: readonly unknown[]): void;
  q?: unknown[];
}

declare global {
  interface Window {
    FreshworksWidget?: Widget;
    fwSettings?: { widget_id: number };
  }
}

const waiting = (): Widget => {
  const widget: Widget = (...command) => {
    widget.q?.push(command);
  };
  widget.q = [];
  return widget;
};

/** Opens the ticket form of the support desk: name and address are filled in, the trace id goes along unseen. */
export async function openSupportWidget({ url, traceField }: NonNullable<Deployment['supportWidget']>, { name, email }: Person, trace: string | null): Promise<void> {
  window.fwSettings = { widget_id: Number(/(\d+)\.js$/.exec(new URL(url).pathname)?.[1]) };
  window.FreshworksWidget ??= waiting();
  await loadScript(url);
  // The script has replaced it.
  const widget = window.FreshworksWidget;
  widget('hide', 'launcher');
  widget('identify', 'ticketForm', { name, ...(email === null ? {} : { email }) });
  widget('hide', 'ticketForm', [`custom_fields.${traceField}`]);
  if (trace !== null) widget('prefill', 'ticketForm', { custom_fields: { [traceField]: trace } });
  widget('open', 'ticketForm');
}
