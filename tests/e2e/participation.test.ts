/** A request with one of each: somebody approves, somebody views, somebody signs, and somebody gets a copy. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { addRecipient, finish, newRequest, openLink, openRequest, placeField, placeFor, seeing, send } from './people.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

const people = { Ann: 'ann@example.com', Vic: 'vic@example.com', Sue: 'sue@example.com', Cora: 'cora@example.com' };

describe('approver, viewer, signer and copy', () => {
  let world: World;
  let sender: Page;

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world);
  });

  const needOf = (name: string) => sender.getByRole('button', { name: new RegExp(`^${name} Test: `) });
  const become = async (name: string, need: string): Promise<void> => {
    await needOf(name).click();
    await sender.getByRole('menuitem', { name: need }).click();
  };
  const linkTo = async (email: string) => linkIn(await world.mailbox.about(email, '/transaction/'), /\/transaction\//);

  test('the sender chooses what each person does, and no field is lost by it', async () => {
    await newRequest(sender, [await world.ownForm('Roles.pdf'), await world.ownForm('Annex.pdf')]);
    await sender.getByRole('button', { name: 'Discard all' }).click();
    for (const [name, email] of Object.entries(people)) await addRecipient(sender, `${name} Test`, email);
    await placeFor(sender, 'Ann Test');
    await placeField(sender, 'Text', 0.5, 0.7);
    await sender.getByRole('tab', { name: 'People' }).click();
    await become('Ann', 'Needs to approve');
    const question = sender.getByRole('dialog', { name: 'Ann Test has one field' });
    // Nothing is chosen for the sender, and closing changes nothing.
    await question.getByRole('button', { name: 'Continue' }).click();
    await question.getByText('Choose what happens to the fields.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await needOf('Ann').getByText('Needs to sign').waitFor();
    await become('Ann', 'Needs to approve');
    await question.getByText('Give them to Sue Test').click();
    await question.getByRole('button', { name: 'Continue' }).click();
    await needOf('Ann').getByText('Needs to approve').waitFor();
    await become('Vic', 'Needs to view');
    await become('Cora', 'Receives a copy');
    await expect.poll(() => sender.getByRole('grid', { name: 'Recipients in signing order' }).getByRole('row').count()).toBe(3);
    // From a copy, somebody may become a recipient again.
    await become('Cora', 'Needs to view');
    await expect.poll(() => sender.getByRole('grid', { name: 'Recipients in signing order' }).getByRole('row').count()).toBe(4);
    await become('Cora', 'Receives a copy');
    await sender.getByRole('button', { name: 'Send', exact: true }).click();
    const review = sender.getByRole('dialog');
    for (const words of ['Needs to approve', 'Needs to view', '1 field', 'Cora Test']) await review.getByText(words).first().waitFor();
    await review.getByRole('button', { name: 'Back' }).click();
    await send(sender);
    await sender.getByText('It\'s Ann Test\'s turn. Done: 0 of 3.').waitFor();
    await sender.getByText('Waiting for approval').waitFor();
  });

  test('the approver reads every document, and approves after a question', async () => {
    const ann = await newPerson(world.browser);
    await ann.goto(await linkTo(people.Ann));
    await ann.getByText(/asks you to approve/).waitFor();
    await openRequest(ann, ann.url());
    const bar = ann.getByRole('region', { name: 'Your part' });
    await bar.getByText('1 of 2 documents opened').waitFor();
    await bar.getByRole('button', { name: 'Open Annex.pdf' }).click();
    await bar.getByText('2 of 2 documents opened').waitFor();
    await bar.getByRole('button', { name: 'Approve' }).click();
    const question = ann.getByRole('alertdialog', { name: 'Approve now?' });
    await question.getByText('Nothing is signed', { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Approve' }).click();
    await ann.getByRole('heading', { name: 'You have approved' }).waitFor();
    expect(await ann.getByText('There\'s nothing more for you to do.', { exact: false }).count()).toBe(1);
    await sender.getByText(/Approved on/).waitFor();
    await sender.getByText('It\'s Vic Test\'s turn. Done: 1 of 3.').waitFor();
  });

  test('the viewer opens every document, which is enough', async () => {
    const vic = await newPerson(world.browser);
    await openRequest(vic, await linkTo(people.Vic));
    const bar = vic.getByRole('region', { name: 'Your part' });
    await bar.getByText('Opening it is enough.', { exact: false }).waitFor();
    expect(await bar.getByRole('button', { name: 'Decline' }).count()).toBe(0);
    await seeing(bar.getByText('You have viewed everything'), () => bar.getByRole('button', { name: 'Open Annex.pdf' }).click());
    await sender.getByText(/Viewed on/).waitFor();
    await sender.getByText('It\'s Sue Test\'s turn. Done: 2 of 3.').waitFor();
  });

  test('the signer has the field, signs, and everybody gets the document', async () => {
    const sue = await newPerson(world.browser);
    await openRequest(sue, await linkTo(people.Sue));
    await finish(sue);
    await sue.getByRole('heading', { name: 'You have signed' }).waitFor();
    await sender.waitForURL(/\/completed$/);
    const cora = await newPerson(world.browser);
    await openLink(cora, linkIn(await world.mailbox.about(people.Cora, '/completed'), /\/completed/));
    await cora.getByRole('heading', { name: 'Everyone is done' }).waitFor();
    for (const email of [people.Ann, people.Vic]) expect((await world.mailbox.about(email, '/completed')).subject).toBe('“Roles.pdf” is complete');
  });
});
