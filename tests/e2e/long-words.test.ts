/** Every screen in German, whose words are longer: nothing is cut off, nothing slides sideways. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepPicturesOfFailure, screens } from '../support/chromium.ts';
import { overflowOf } from './faces.ts';
import { type Gallery, look, openGallery } from './gallery.ts';

describe('every screen', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await openGallery();
  }, 300_000);
  beforeEach(() => keepPicturesOfFailure(gallery.world.browser));
  afterAll(() => gallery?.world.close());

  test.each([['desk', screens.desk], ['tablet', screens.tablet], ['phone', screens.phone]])('has room for its German words on a %s', async (_, screen) => {
    expect(await look(gallery, screen, overflowOf, 'de')).toEqual([]);
  });
});
